import { CopyMark } from '@/components/ui/copy-button'
import { Fact, Facts } from '@/components/ui/facts'
import { Panel, PanelBody, PanelFooter, PanelHeader } from '@/components/ui/panel'
import { Status, type StatusWord } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { ProviderCheck, SignInSettings } from '@/lib/protocol/people'

const NAMES: Record<ProviderCheck['check'], string> = {
  discovery: 'Discovery',
  issuer: 'Issuer',
  transport: 'Transport',
  code_flow: 'Code flow',
  pkce: 'PKCE',
  client_authentication: 'Client',
  keys: 'Keys',
  addresses: 'Addresses',
}
const WORDS: Record<ProviderCheck['result'], { word: StatusWord; says: string }> = {
  passed: { word: 'verified', says: 'passed' },
  failed: { word: 'denied', says: 'failed' },
  unknown: { word: 'unknown', says: 'not said' },
}

/** The provider that is set, and what was seen when it was asked just now. The secret is not here: no answer has it. */
export function ProviderPanel({ settings }: { settings: SignInSettings }) {
  const { provider } = settings
  if (!provider)
    return (
      <Panel aria-labelledby="provider">
        <PanelHeader id="provider" title="Provider" hint="none is set" />
        <PanelBody className="text-ink-2">
          People sign in with local accounts. To sign in through an OpenID Connect provider, whoever runs the instance
          sets <code className="text-xs">HOLDFAST_OIDC_ISSUER</code>,{' '}
          <code className="text-xs">HOLDFAST_OIDC_CLIENT_ID</code> and{' '}
          <code className="text-xs">HOLDFAST_OIDC_CLIENT_SECRET</code>.
        </PanelBody>
      </Panel>
    )
  return (
    <Panel aria-labelledby="provider">
      <PanelHeader id="provider" title={provider.name} hint="OpenID Connect" />
      <PanelBody>
        <Facts>
          <Exact name="Issuer" value={provider.issuer} />
          <Exact name="Client id" value={provider.client_id} />
          <Exact name="Redirect URI" value={provider.redirect_uri} />
          <Fact name="Client secret">set; it is in the environment of the server and in no answer</Fact>
        </Facts>
        <ul aria-label="Checks" className="mt-3 divide-y divide-line border-line border-t">
          {provider.checks.map(({ check, result, detail }) => (
            <li
              key={check}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-1.5 text-xs sm:grid-cols-[104px_84px_minmax(0,1fr)]"
            >
              <span className="text-ink-3">{NAMES[check]}</span>
              <Status word={WORDS[result].word}>{WORDS[result].says}</Status>
              <span className="col-span-2 min-w-0 break-words text-ink-2 sm:col-span-1">{detail}</span>
            </li>
          ))}
        </ul>
      </PanelBody>
      <PanelFooter>
        <span>
          The provider was asked <Time at={provider.checked_at} />. Each sign-in is checked again: state, nonce, PKCE,
          and the signature, issuer and audience of the ID token.
        </span>
      </PanelFooter>
    </Panel>
  )
}

const Exact = ({ name, value }: { name: string; value: string }) => (
  <Fact name={name}>
    <span className="flex items-center gap-1">
      <span className="min-w-0 break-all font-value">{value}</span>
      <CopyMark text={value} what={`the ${name}`} />
    </span>
  </Fact>
)
