/** The six tones of state. Everything that is not a state is ink on grey. */
export type Tone = 'settled' | 'motion' | 'attention' | 'blocked' | 'held' | 'neutral'

/** Written out, because Tailwind finds class names in the source text. */
export const TONE: Record<Tone, { text: string; mark: string; box: string; edge: string }> = {
  settled: {
    text: 'text-settled-text',
    mark: 'text-settled-mark',
    box: 'border-settled-line bg-settled-tint text-settled-text',
    edge: 'border-t-settled-mark',
  },
  motion: {
    text: 'text-motion-text',
    mark: 'text-motion-mark',
    box: 'border-motion-line bg-motion-tint text-motion-text',
    edge: 'border-t-motion-mark',
  },
  attention: {
    text: 'text-attention-text',
    mark: 'text-attention-mark',
    box: 'border-attention-line bg-attention-tint text-attention-text',
    edge: 'border-t-attention-mark',
  },
  blocked: {
    text: 'text-blocked-text',
    mark: 'text-blocked-mark',
    box: 'border-blocked-line bg-blocked-tint text-blocked-text',
    edge: 'border-t-blocked-mark',
  },
  held: {
    text: 'text-held-text',
    mark: 'text-held-mark',
    box: 'border-held-line bg-held-tint text-held-text',
    edge: 'border-t-held-mark',
  },
  neutral: {
    text: 'text-neutral-text',
    mark: 'text-neutral-mark',
    box: 'border-neutral-line bg-neutral-tint text-neutral-text',
    edge: 'border-t-neutral-mark',
  },
}
