import { rm } from 'node:fs/promises'

/** Removes the data folders of the run; the servers were stopped before. */
export default async function teardown(): Promise<void> {
  const folder = process.env.HOLDFAST_TEST_FOLDER
  if (folder) await rm(folder, { recursive: true, force: true })
}
