import { AGENTS, PURPOSES, type World } from './random-world.fixture'
import { type Credential, judge, type Question } from './reference.fixture'

export type Asked = Question & { n: number; world: World }
export type Answer = {
  outcome: string
  rule: string | null
  grant: string | null
  mask: string[] | null
  purpose: string | null
}

export const ASKED = [null, ...PURPOSES, 'elsewhere']
/** How a form is asked for. Of several ways to ask for bytes, each is as good as the other. */
const OPERATIONS = {
  description: [['describe', null]],
  records: [
    ['read', { selector: { type: 'record_range' } }],
    ['derive', null],
  ],
  bytes: [
    ['read', { selector: { type: 'byte_range' } }],
    ['content', null],
    ['preview', null],
    ['verify', null],
    ['proof', null],
  ],
} as const

export const credentialsOf = (w: World): Credential[] => [
  ...w.keys.map((_, key) => ({ key })),
  ...[0, 1].flatMap((session) => [false, true].map((ended) => ({ session, ended }))),
]

export function questions(w: World): Question[] {
  return credentialsOf(w).flatMap((who) =>
    w.artifacts.flatMap((_, artifact) => {
      const about = { who, artifact }
      const first: Question[] = [
        { ...about, form: 'description', purpose: null },
        { ...about, form: 'bytes', purpose: 'diagnosis' },
      ]
      // To whom it does not exist, or who is nobody, the purpose makes no difference worth asking about every time.
      if (/^(not_found|unauthenticated)$/.test(judge(w, first[0]!).outcome)) return first
      // Every purpose for the description, which lists go by; the bytes for some, in turn.
      return ASKED.flatMap((purpose, i): Question[] => [
        { ...about, form: 'description', purpose },
        ...((i + artifact) % 2 === 0
          ? [{ ...about, form: i % 3 === 0 ? ('records' as const) : ('bytes' as const), purpose }]
          : []),
      ])
    }),
  )
}

export const operationOf = (a: Asked) => {
  const ways = OPERATIONS[a.form]
  return ways[(a.n + a.artifact) % ways.length]!
}

/** What is no part of the answer: the purpose of a refusal that names none. */
export const silent = (a: Answer): Answer => ({
  outcome: a.outcome,
  rule: a.rule,
  grant: a.grant,
  mask: a.mask,
  purpose: a.outcome === 'not_found' || a.outcome === 'unauthenticated' ? null : a.purpose,
})

/** The tenants that the service takes a credential to act for. */
export function tenantsOf(w: World, who: Credential): number[] {
  if ('key' in who) return [AGENTS[w.keys[who.key]!.agent]!]
  return [
    ...new Set(w.members.filter((m) => m.user === who.session && !w.tenants[m.tenant]!.removed).map((m) => m.tenant)),
  ]
}
