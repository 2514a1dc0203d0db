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

/** Adds or removes the sample workspace; shows the commands for backup and restore. */
export const DataSection = () => (
  <SettingsSection title="Data" words="Back up, restore and export data.">
    <SettingsRows>
      <SampleRow />
      <SettingsRow
        title="Backup"
        words="Saves all accounts to one file. Run the command on the server while the service is running. Stored secrets are only included on request, and stay encrypted."
      >
        <Command text="npm run backup -- flow-console.backup.gz" />
      </SettingsRow>
      <SettingsRow
        title="Restore"
        words="Restores a backup into an empty service. Also use this command to move from the embedded database to Postgres."
      >
        <Command text="npm run restore -- flow-console.backup.gz" />
      </SettingsRow>
      <SettingsRow title="Single flows" words="Export and import flows as files on the Flows page.">
        <Link className="link" to={paths.flows}>
          Go to flows
        </Link>
      </SettingsRow>
    </SettingsRows>
  </SettingsSection>
)
