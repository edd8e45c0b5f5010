import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ROOT } from './paths.mjs'
import { Refusal } from './say.mjs'

/**
 * Runs a Node program in the foreground and resolves to its exit code; 128 + n when signal n ended it.
 *
 * It gets a process group of its own: a Ctrl-C at the terminal reaches every process of the group in front, and would
 * arrive a second time when we pass it on. Here it arrives once, from us. With `channel`, a program that listens for
 * `disconnect` also learns that we were killed.
 */
export function runNode(args, { env = {}, channel = false } = {}) {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: channel ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    detached: true,
  })
  return finish(child, args[0])
}

/** The same for a program that is found on the PATH. */
export function runProgram(program, args, { env = {} } = {}) {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })
  return finish(child, program)
}

function finish(child, name) {
  return new Promise((resolve, reject) => {
    let passed = false
    const pass = (signal) => {
      // A second Ctrl-C must not cut the shutdown short: it would leave PostgreSQL running.
      if (passed) return
      passed = true
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, pass)
    const settle = (act) => {
      for (const signal of signals) process.off(signal, pass)
      if (child.connected) child.disconnect()
      act()
    }
    child.on('error', (error) => settle(() => reject(new Refusal(`${name} cannot be started: ${error.message}`))))
    child.on('exit', (code, signal) => {
      settle(() => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
    })
  })
}
