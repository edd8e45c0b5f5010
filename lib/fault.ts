export type Fault = { kind: string; code: string | null; at: string }

/** An error for the operation log: its kind and place. Its message may hold content or SQL and goes nowhere. */
export function faultOf(error: unknown): Fault {
  const code = (error as { code?: unknown } | null)?.code
  const place = error instanceof Error ? (error.stack ?? '').split('\n').filter((l) => /^\s+at /.test(l)) : []
  return {
    kind: error instanceof Error ? error.name : typeof error,
    code: typeof code === 'string' ? code : null,
    at: place
      .slice(0, 4)
      .map((l) => l.trim())
      .join(' < '),
  }
}
