/** Worker that holds long lists. */
import type { ListRequest } from './list-messages.ts'
import { ListService } from './serve-lists.ts'

const service = new ListService((reply) => self.postMessage(reply))

self.addEventListener('message', ({ data }: MessageEvent<ListRequest>) => service.handle(data))
