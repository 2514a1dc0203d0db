/** A sample flow of about 400 nodes: one group per device family. */
import { design } from './design.ts'

/** Device families: key, name and six settings each. */
const families: readonly (readonly [string, string, readonly string[]])[] = [
  ['thermostat', 'Thermostats', ['Clock', 'Region', 'Heating curve', 'Valve test', 'Tariff', 'Display language']],
  [
    'meter',
    'Electricity meters',
    ['Clock', 'Grid operator', 'Reading interval', 'Phase order', 'Tariff', 'Seal number'],
  ],
  ['heatpump', 'Heat pumps', ['Clock', 'Refrigerant', 'Flow rate', 'Night mode', 'Tariff', 'Service contract']],
  ['charger', 'Car chargers', ['Clock', 'Fuse size', 'Load limit', 'Cable lock', 'Tariff', 'Access cards']],
  ['inverter', 'Inverters', ['Clock', 'Grid code', 'String layout', 'Feed-in limit', 'Tariff', 'Serial link']],
  ['battery', 'Home batteries', ['Clock', 'Cell check', 'Reserve', 'Charge limit', 'Tariff', 'Fire switch']],
  ['gateway', 'Gateways', ['Clock', 'Mobile network', 'Certificate', 'Update window', 'Firewall', 'Uplink test']],
  ['sensor', 'Leak sensors', ['Clock', 'Battery level', 'Radio range', 'Threshold', 'Alarm list', 'Test alarm']],
  ['pump', 'Garden pumps', ['Clock', 'Dry-run guard', 'Pressure', 'Schedule', 'Rain sensor', 'Frost guard']],
  ['lock', 'Door locks', ['Clock', 'Door side', 'Motor test', 'Key cards', 'Emergency code', 'Log']],
  ['light', 'Stairway lights', ['Clock', 'Brightness', 'Motion range', 'Night level', 'Emergency test', 'Group']],
  ['blind', 'Blinds', ['Clock', 'End stops', 'Wind guard', 'Sun angle', 'Group', 'Lock']],
]

/** A group of 33 nodes: reads the state, sets and checks six settings, then finishes or hands over. */
function familyPlan([key, name, settings]: readonly [string, string, readonly string[]]): string {
  const id = (word: string) => `${key}_${word}`
  const steps = settings.map(
    (setting, index) => `
    api ${id(`set${index}`)} :: ${setting} :: device_api :: body.path=${key}/${index} :: body.value={{ vars.${key}_${index} }} :: retry=2/2000
    if ${id(`ok${index}`)} :: ${setting} applied? :: yes: nodes.${id(`set${index}`)}.output.read_back == vars.${key}_${index}
    js ${id(`why${index}`)} :: ${setting}: read the log :: return input.log.filter((line) => line.level === 'error').at(-1) ?? null
    ${id(`ok${index}`)}.else > ${id(`why${index}`)}
    ${id(`why${index}`)} > ${id('fault')}`,
  )
  const chain = settings.map((_, index) => `${id(`set${index}`)} > ${id(`ok${index}`)}`)
  const links = settings.slice(1).map((_, index) => `${id(`ok${index}`)}.yes > ${id(`set${index + 1}`)}`)
  return `
  group ${key} :: ${name}
    api ${id('read')} :: Read serial and firmware :: device_api :: query.serial={{ input.serial }} :: retry=3/1000
    if ${id('fresh')} :: Firmware fresh enough? :: yes: nodes.${id('read')}.output.firmware >= vars.${key}_firmware
    api ${id('update')} :: Update the firmware :: device_api :: body.update=true :: timeout_ms=600000
    wait ${id('boot')} :: Wait for the restart :: event=webhook :: timeout_s=600
    transform ${id('profile')} :: Profile of the customer :: $lookup(vars.profiles, input.tariff)
    ${steps.join('')}
    api ${id('enrol')} :: Enrol in monitoring :: device_api :: body.monitor=true
    transform ${id('sheet')} :: Sheet for the installer :: { "device": input.serial, "settings": $count(steps) }
    say ${id('done')} :: Tell the installer :: reply :: {{ input.serial }} is ready. The sheet is in the app.
    say ${id('photo')} :: Ask for a photo :: reply :: Send a photo of the mounted device, with the plate.
    wait ${id('sent')} :: Wait for the photo :: event=webhook :: timeout_s=3600
    agent ${id('look')} :: Look at the photo :: extract_agent :: Is it mounted upright, with the cover closed? Yes or no, and why.
    if ${id('upright')} :: Mounted well? :: yes: nodes.${id('look')}.output.ok
    say ${id('again')} :: Ask to mount again :: reply :: {{ nodes.${id('look')}.output.why }} Mount it again and send a new photo.
    say ${id('fault')} :: Hand to the workshop :: ops_slack :: {{ input.serial }} refuses a setting.
  end
  family.${key} > ${id('read')} > ${id('fresh')}
  ${id('fresh')}.yes > ${id('profile')} > ${id('set0')}
  ${id('fresh')}.else > ${id('update')} > ${id('boot')} > ${id('read')}
  ${chain.join('\n')}
  ${links.join('\n')}
  ${id('ok5')}.yes > ${id('enrol')} > ${id('sheet')} > ${id('done')} > ${id('photo')} > ${id('sent')} > ${id('look')} > ${id('upright')}
  ${id('upright')}.else > ${id('again')}
  ${id('upright')}.yes > report
  `
}

const plan = `
  trigger scan :: Installer scans a device :: webhook :: serial, installer
  trigger called :: Called by another flow :: manual :: person
  transform serial :: Serial number in capitals :: $uppercase($replace(input.serial, " ", ""))
  api order :: Order behind it :: orders_api :: query.serial={{ nodes.serial.output }} :: expect=200,404 :: retry=2/500
  if known :: Order known? :: yes: nodes.order.output.status == 200
  api customer :: Customer and tariff :: crm_find :: query.customer={{ nodes.order.output.customer }}
  js family_of :: Family by the first letters :: return { family: (input.families ?? []).find((family) => nodes.serial.output.startsWith(family.prefix))?.key ?? null }
  if family :: Which family? :: ${families.map(([key, name]) => `${key} (${name.toLowerCase()}): nodes.family_of.output.family == "${key}"`).join(' :: ')}
  ${families.map(familyPlan).join('')}
  say unknown :: Unknown device :: ops_slack :: {{ input.serial }} belongs to no family.
  say no_order :: No order for it :: ops_slack :: {{ input.serial }} has no order. Is it a spare one?
  agent report :: Report of the visit :: summary_agent :: What was set up, what was odd. Four lines.
  say office :: To the office :: ops_slack :: {{ nodes.report.output.text }}
  api close :: Close the visit :: crm_upsert :: body.visit=closed
  say thanks :: Thank the installer :: reply :: The visit is closed. Thank you.
  note photos :: Photos are kept for two years, as the insurance asks. :: report
  note families :: A new family is a new group: copy one, rename its settings, add its case here. :: family
  scan > serial > order > known
  called > serial
  known.yes > customer > family_of > family
  known.else > no_order
  family.else > unknown
  report > office > close > thanks
`

export const deviceFlows = [
  design({
    key: 'provisioning',
    name: 'Device set-up: twelve families, from scan to monitoring',
    description: 'Updates, configures and checks each device that an installer scans.',
    tags: ['devices', 'ops'],
    version: 43,
    age: 360,
    changed: 2,
    volume: 1.4,
    failures: 0.04,
    plan,
  }),
]
