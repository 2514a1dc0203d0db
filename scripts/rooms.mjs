/**
 * The rooms of the repo and the ladder between them: a room imports itself and the rooms below it, nothing else. The
 * linter's rules are generated from this table (oxlint.config.mjs).
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ room: string, below: readonly string[] }} Room a folder, and the rooms that it may import */
/** @typedef {readonly (readonly string[])[]} Floors bottom first; rooms of one floor do not import each other */

/** @type {Floors} */
const shared = [['lib'], ['contract'], ['flow']]

/** @type {Floors} */
const server = [
  ['server/base'],
  ['server/store', 'server/telemetry'],
  ['server/engine', 'server/auth', 'server/backup'],
  ['server/sample', 'server/tasks'],
  ['server/protocol'],
  ['server/commands'],
  ['server/handlers', 'server/proxy', 'server/webchat'],
  ['server/connectors'],
  ['server/boot'],
]

/** Rooms for the worker, without React. @type {Floors} */
const canvasWorker = [
  ['src/canvas/geometry'],
  ['src/canvas/model'],
  ['src/canvas/scene', 'src/canvas/pen'],
  ['src/canvas/paint'],
  ['src/canvas/tiles', 'src/canvas/picture'],
]

/** @type {Floors} */
const canvasReact = [['src/canvas/cards'], ['src/canvas/selection'], ['src/canvas/react']]

/** @type {Floors} A page never imports another one. */
const pages = [
  readdirSync(join(import.meta.dirname, '../src/pages'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `src/pages/${name}`),
]

/** @type {Floors} */
const consoleRooms = [
  ['src/api', 'src/ui'],
  ...canvasWorker,
  ...canvasReact,
  ['src/flow-data'],
  ['src/files'],
  ['src/parts'],
  ['src/shell'],
  ...pages,
]

/** Rooms that a room may not import although they are below it. @type {ReadonlyMap<string, readonly string[]>} */
const apart = new Map([
  ['src/ui', ['contract', 'flow']],
  ...[...canvasWorker, ...canvasReact].flat().map((room) => /** @type {[string, string[]]} */ ([room, ['src/api']])),
  ['src/files', ['src/canvas']],
])

/** @param {Floors} base @param {Floors} floors @returns {Room[]} */
const stacked = (base, floors) =>
  floors.flatMap((floor, level) =>
    floor.map((room) => {
      const except = apart.get(room) ?? []
      const below = [...base, ...floors.slice(0, level)].flat()
      return {
        room,
        below: below.filter((other) => !except.some((name) => other === name || other.startsWith(`${name}/`))),
      }
    }),
  )

/** @type {readonly Room[]} */
export const rooms = [...stacked([], shared), ...stacked(shared, server), ...stacked(shared, consoleRooms)]

/** Rooms for workers, those that may use React, and those of them that may use React Flow. */
export const workerRooms = new Set(canvasWorker.flat())
export const reactRooms = new Set(consoleRooms.flat().filter((room) => !workerRooms.has(room)))
export const reactFlowRooms = new Set(canvasReact.flat())
/** Rooms that may use the packages of the service. */
export const serverRooms = new Set(server.flat())

/** The name of a room in an import (package.json, `imports`). @param {string} room */
export const importName = (room) => `#${room.replace(/^src\//, '')}`
