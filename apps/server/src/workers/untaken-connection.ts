import type { Worker } from 'node:cluster'

/**
 * Closes the connection that a worker was being handed when it was killed. node:cluster hands connections to a worker one by
 * one, and holds its own end of each until the worker says that it took it. A killed worker never does: without this, the
 * client would wait for its answer until it gives up (https://github.com/nodejs/node-v0.x-archive/issues/7006).
 */
export function closeUntakenConnection({ process }: Worker): void {
  let handed: { close(): void } | null = null
  const send = process.send.bind(process) as (...given: unknown[]) => boolean
  process.send = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    if (isConnection(handle)) handed = handle
    return send(message, handle, ...rest)
  }
  // One that was taken is closed at this end already, and closing it again does nothing.
  const close = () => handed?.close()
  process.once('exit', close)
  process.once('disconnect', close)
  process.on('error', close)
}

const isConnection = (handle: unknown): handle is { close(): void } =>
  typeof (handle as { close?: unknown } | null | undefined)?.close === 'function'
