/** Kinds of Node-RED's node types, of its core and of packages: Home Assistant, dashboards, Modbus, Victron, Sonos. */
import { textOf, type JsonRecord } from '#lib/json/json.ts'
import type { KindName } from './kinds.ts'
import { byPattern, typesByKind, type TypesOfKind, type TypeTable } from './type-table.ts'

const rows: readonly TypesOfKind[] = [
  ['schedule-trigger', 'eztimer, cronplus, bigtimer, schedex, light-scheduler, poll-state, ha-time'],
  ['webhook-trigger', 'http in, ha-webhook'],
  ['message-trigger', 'mqtt in, websocket in, telegram receiver, telegram command, ha-sentence'],
  ['mail-trigger', 'e-mail in'],
  ['file-trigger', 'watch, tail'],
  [
    'app-trigger',
    `catch, status, complete, tcp in, udp in, serial in, trigger-state, server-events, server-state-changed, ha-events-all,
    ha-device, ha-tag, ha-zone, modbus-read, tibber-feed, sonosevents-selection, alexa-home, feedparse`,
  ],
  ['http', 'http request, websocket out, tcp request, www-request'],
  [
    'database',
    'mongodb in, mongodb out, mongodb3 in, influxdb in, influxdb out, influxdb batch, redis-in, redis-out, redis-command',
  ],
  ['file', 'file, file in, fs-ops-dir, uib-save'],
  ['spreadsheet', 'csv'],
  ['mail', 'e-mail'],
  ['chat-app', 'telegram sender, telegram reply, slack-web-out'],
  ['code', 'function, exec, python-function, python3-function, daemon'],
  [
    'transform',
    'change, template, range, json, xml, yaml, html, sort, split, junction, moment, smooth, api-render-template, base64',
  ],
  ['condition', 'switch, rbe, filter, time-range-switch, within-time-switch, ui_switch_condition'],
  ['merge', 'join, batch, join-wait'],
  ['wait', 'delay, trigger, ha-wait-until, stoptimer, stoptimer-varidelay, queue-gate, q-gate'],
  ['subflow', 'link in, link out, link call'],
  ['human', 'ui_button, ui_form, ui_text_input, ui_slider, ui_switch, ui_dropdown, ui_numeric, ui_date_picker'],
  ['human', 'ui-button, ui-form, ui-text-input, ui-slider, ui-switch, ui-dropdown, ui-number-input, ui-radio-group'],
  ['output', 'debug, http response, mqtt out, udp out, tcp out, serial out, play audio, uibuilder, modbus-response'],
  ['app', 'api-call-service, api-current-state, api-get-history'],
]

/** Entities of Home Assistant that report changes have no input. */
const bySettings = (type: string, original: JsonRecord): KindName | null =>
  type.startsWith('ha-') && (original['inputs'] === 0 || original['mode'] === 'listen') ? 'app-trigger' : null

export const nodeRedTypes: TypeTable = {
  typeOf: (original) => textOf(original['type']),
  bySettings,
  types: typesByKind(rows),
  byFamily: byPattern([
    [/^ui[_-]/, 'output'],
    [/^victron-input-/, 'app-trigger'],
    [/^(?:ha|modbus|victron-output|sonos|tibber|zigbee2mqtt|hue|shelly)-/, 'app'],
  ]),
}
