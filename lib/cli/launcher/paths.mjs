import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the product: package.json, node_modules, dist. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

export const inRoot = (...parts) => join(ROOT, ...parts)

/** As `lib/config.ts` has it. */
export const dataDir = () => resolve(ROOT, process.env.HOLDFAST_DATA_DIR?.trim() || '.holdfast')

/** A program of an installed package, to be run with Node: npx would swallow signals. */
export const tool = (path) => inRoot('node_modules', path)
