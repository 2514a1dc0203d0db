import { Copy } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#ui/paths.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'
import { SampleRow } from './sample-row.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from './settings-section.tsx'

const Command = ({ text }: { text: string }) => (
  <span className="inline-flex max-w-full items-center gap-1 rounded-md border border-line bg-sunken pl-2">
    <code className="mono min-w-0 wrap-anywhere">{text}</code>
    <IconButton label={`Copy “${text}”`} icon={<Copy className="s" />} onClick={() => copyText(text)} />
  </span>
)

/** Sample workspace on and off, export and import of data. */
export const DataSection = () => (
  <SettingsSection title="Data" words="What the account holds, as a whole.">
    <SettingsRows>
      <SampleRow />
      <SettingsRow
        title="Backup"
        words="Everything of every account in one file, made on the machine of the service while it runs. Stored secrets stay out of it unless they are asked for, and are then still encrypted."
      >
        <Command text="npm run backup -- flow-console.backup.gz" />
      </SettingsRow>
      <SettingsRow
        title="Restore"
        words="Into an empty service, on either database: this is also the way from the embedded database to Postgres."
      >
        <Command text="npm run restore -- flow-console.backup.gz" />
      </SettingsRow>
      <SettingsRow
        title="Single flows"
        words="Any flow leaves as a file on the page of the flows, and files come in there."
      >
        <Link className="link" to={paths.flows}>
          Open the flows
        </Link>
      </SettingsRow>
    </SettingsRows>
  </SettingsSection>
)
