import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { formatClock, formatDay } from '#lib/time/format-time.ts'
import { offsetOf, zoneOptions } from '#parts/display/zone-list.ts'
import { browserZoneSetting, browserZone, useZone, zoneChoice } from '#parts/display/zone.ts'
import { useNow } from '#ui/browser/now.ts'
import { Picker } from '#ui/overlays/picker.tsx'
import { Segments } from '#ui/controls/segments.tsx'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from './settings-section.tsx'

const choose = (zone: string) => {
  zoneChoice.set(zone)
  showToast({
    message: zone === browserZoneSetting ? 'Times are shown in the browser time zone' : `Times are shown in ${zone}`,
  })
}

export function ZoneSection() {
  const choice = useStoredSetting(zoneChoice)
  const zone = useZone()
  const now = useNow()
  const options = useMemo(() => zoneOptions(Intl.supportedValuesOf('timeZone')), [])
  return (
    <SettingsSection title="Time zone" words="Used for all times in the console. Stored in this browser.">
      <SettingsRows>
        <SettingsRow
          title="Times are shown in"
          words={choice === browserZoneSetting ? `The time zone of this browser, ${browserZone}.` : null}
        >
          <Segments
            label="Time zone"
            value={choice === browserZoneSetting ? 'browser' : 'fixed'}
            options={[
              { value: 'browser', label: 'Browser time zone' },
              { value: 'fixed', label: 'Fixed time zone' },
            ]}
            onValue={(value) => choose(value === 'fixed' ? browserZone : browserZoneSetting)}
          />
        </SettingsRow>
        {choice !== browserZoneSetting && (
          <SettingsRow title="Zone" words="Search by continent or city.">
            <Picker
              label="Zone"
              align="end"
              options={options}
              chosen={[choice]}
              onChosen={([next]) => next !== undefined && choose(next)}
              trigger={
                <button type="button" className="chip">
                  <b>{choice.replaceAll('_', ' ')}</b>
                  <ChevronDown className="xs" />
                </button>
              }
            />
          </SettingsRow>
        )}
        <SettingsRow title="Now" words={`${zone}, ${offsetOf(zone, now)}`}>
          <span>
            {formatDay(new Date(now).toISOString(), { now, zone })}, {formatClock(now, zone)}
          </span>
        </SettingsRow>
      </SettingsRows>
    </SettingsSection>
  )
}
