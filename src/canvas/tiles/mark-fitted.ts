/**
 * Marks, in the task after the frame, that the flow is on the screen: `npm run bench -- canvas` waits for
 * `flow:fitted`.
 */
export function markFitted(nodes: number, [x, y, zoom]: readonly [number, number, number]): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      performance.mark('flow:fitted', { detail: { nodes, x, y, zoom } })
      port1.close()
    })
    port1.start()
    port2.postMessage(null)
  })
}
