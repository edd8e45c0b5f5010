'use client'
import './globals.css'

/** When even the shell could not be made: no session, no theme, nothing that could fail again. */
export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <main className="mx-auto max-w-[60ch] px-4 py-20">
          <title>A fault of the service · Holdfast</title>
          <h1 className="font-semibold text-xl">The service cannot show this page</h1>
          <p className="mt-2 text-ink-2">
            The fault is recorded on the server. If it stays, see whether the database and the data folder can be
            reached.
          </p>
          {error.digest && (
            <p className="mt-2 text-ink-2 text-xs">
              recorded as <span className="font-value">{error.digest}</span>
            </p>
          )}
          <button type="button" onClick={reset} className="link mt-4">
            Try again
          </button>
        </main>
      </body>
    </html>
  )
}
