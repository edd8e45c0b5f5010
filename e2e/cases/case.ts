import type { World } from './world'

/** What the API does, told once and run through every door. */
export type Case = [name: string, run: (world: World) => Promise<void>]
