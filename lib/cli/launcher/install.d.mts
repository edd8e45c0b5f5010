type Package = { version?: string; optional?: boolean; os?: string[]; cpu?: string[]; libc?: string[] }
export function checkNode(): void
export function ensureInstalled(): Promise<void>
export function matchesTree(lock: { packages: Record<string, Package> }, root?: string): boolean
