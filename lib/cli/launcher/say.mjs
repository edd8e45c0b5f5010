/** A line of the launcher. On stderr, so that what programs print stays usable. */
export function say(text) {
  process.stderr.write(`${text}\n`)
}

/** Announces a step, does it, and says how long it took. */
export async function step(doing, done, work) {
  const from = Date.now()
  say(`› ${doing} …`)
  await work()
  say(`✓ ${done} (${((Date.now() - from) / 1000).toFixed(1)} s)`)
}

/** An error whose message is all that its reader needs. */
export class Refusal extends Error {}

/** Runs a launcher's main function; a `Refusal` ends it with its message, anything else with its stack. */
export async function main(work) {
  try {
    process.exitCode = await work()
  } catch (error) {
    say(error instanceof Refusal ? error.message : error.stack)
    process.exitCode = 1
  }
}
