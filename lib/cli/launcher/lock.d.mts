export type Holder = { id: string; pid: number; started: string | null; boot: string; url?: string }
export type Lock =
  | { held: true; update: (details: Record<string, unknown>) => void; release: () => void }
  | { held: false; holder: Holder }
export function readLock(file: string): Holder | null
export function takeLock(file: string, details?: Record<string, unknown>): Promise<Lock>
