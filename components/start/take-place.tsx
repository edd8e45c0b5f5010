import { quoted } from '@/components/ui/shell'
import { CommandBlock } from './command-block'

/** The operator's other way in: nobody is pulled into a tenant from a page, but whoever has the data folder may do as they say. */
export const TakePlace = ({ name, email }: { name: string; email: string }) => (
  <section aria-labelledby="exists" className="max-w-[760px] space-y-2">
    <h2 id="exists" className="font-semibold text-sm">
      Or take a place in one that exists
    </h2>
    <p className="text-ink-2">In the folder that the server was started from, with its name for TENANT:</p>
    <CommandBlock
      what="the commands"
      text={`npm run -s holdfast -- tenants list
npm run -s holdfast -- users create --tenant TENANT --email ${quoted(email)} \\
  --name ${quoted(name)} --roles admin,auditor`}
    />
    <p className="text-ink-2">Then load this page again.</p>
  </section>
)
