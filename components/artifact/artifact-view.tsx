'use client'
import type { ComponentType } from 'react'
import { cx } from '@/components/ui/cx'
import type { Description } from '@/lib/protocol/publish'
import { AccessTab } from './access-tab'
import { ApplicabilityPanel } from './applicability-panel'
import { ArtifactProvider } from './artifact-context'
import { ArtifactHeader } from './artifact-header'
import { AuthorityPanel } from './authority-panel'
import { BytesTab } from './bytes-tab'
import { CoverageTab } from './coverage-tab'
import { DescriptorTab } from './descriptor-tab'
import { DisclosuresTab } from './disclosures-tab'
import { FieldsAside, FieldsTab } from './fields-panel'
import { IntegrityPanel } from './integrity-panel'
import { LocatorNotices } from './locator-notices'
import { LocatorsTab } from './locators-tab'
import { ProducerTab } from './producer-tab'
import { RecordsTab } from './records-tab'
import { StateNotice } from './state-notice'
import { TabBar } from './tab-bar'
import { TABS, type TabKey, useTab } from './url-state'

const TAB: Record<TabKey, { label: string; body: ComponentType; aside: boolean }> = {
  records: { label: 'Records', body: RecordsTab, aside: true },
  bytes: { label: 'Bytes', body: BytesTab, aside: true },
  fields: { label: 'Fields', body: FieldsTab, aside: false },
  producer: { label: 'Producer', body: ProducerTab, aside: true },
  coverage: { label: 'Coverage', body: CoverageTab, aside: false },
  access: { label: 'Access', body: AccessTab, aside: false },
  disclosures: { label: 'Disclosures', body: DisclosuresTab, aside: false },
  locators: { label: 'Locators', body: LocatorsTab, aside: false },
  descriptor: { label: 'Descriptor', body: DescriptorTab, aside: false },
}

/** One artifact: what it is, the three checks side by side, and everything known about it behind tabs. */
export function ArtifactView({ description, purpose }: { description: Description; purpose: string | null }) {
  const [asked] = useTab()
  const hasRecords = description.artifact.retrieval.selectors.includes('record_range')
  const tabs = TABS.filter((tab) => tab !== 'records' || hasRecords)
  const tab = asked && tabs.includes(asked) ? asked : tabs[0]!
  const { body: Body, aside } = TAB[tab]
  return (
    <ArtifactProvider description={description} purpose={purpose}>
      <div className="space-y-4">
        <ArtifactHeader />
        <StateNotice />
        <LocatorNotices />
        <div className="grid gap-3 lg:grid-cols-3">
          <IntegrityPanel />
          <ApplicabilityPanel />
          <AuthorityPanel />
        </div>
        <TabBar tabs={tabs.map((key) => ({ key, label: TAB[key].label }))} current={tab} />
        <div className={cx('grid grid-cols-1 items-start gap-4', aside && 'xl:grid-cols-[minmax(0,1fr)_328px]')}>
          <div className="min-w-0">
            <Body />
          </div>
          {aside && <FieldsAside />}
        </div>
      </div>
    </ArtifactProvider>
  )
}
