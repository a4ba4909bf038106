import type { PreviewChoice } from '../flows/management/preview.ts'
import type { Deps } from '../flows/platform/deps.ts'
import type { Preview, Previews } from '../routes/previews.ts'
import { type AppFactory, PreviewServer } from './preview-server.ts'

/** The most previews that are open at a time: each has a database and keys of its own. */
const limit = 4

/** The previews of this process, at most one for each operator. */
export class OpenPreviews implements Previews {
  readonly #open = new Map<string, PreviewServer>()

  constructor(
    private readonly deps: Deps,
    private readonly createApp: AppFactory,
  ) {}

  async start(operatorId: string, choice: PreviewChoice): Promise<Preview | null> {
    await this.end(operatorId)
    await this.#endExpired()
    if (this.#open.size >= limit) return null
    const preview = await PreviewServer.open(this.deps, this.createApp, choice)
    // The same operator may have started another one meanwhile.
    await this.end(operatorId)
    this.#open.set(operatorId, preview)
    const timer = setTimeout(() => this.#endExpired(), preview.expiresAt.getTime() - this.deps.now().getTime() + 1000)
    timer.unref()
    if (this.#open.size === 1) process.once('exit', this.#removeFolders)
    return preview
  }

  find(operatorId: string): Preview | null {
    const preview = this.#open.get(operatorId)
    return preview && preview.expiresAt > this.deps.now() ? preview : null
  }

  async end(operatorId: string): Promise<void> {
    const preview = this.#open.get(operatorId)
    this.#open.delete(operatorId)
    await preview?.end()
    if (this.#open.size === 0) process.off('exit', this.#removeFolders)
  }

  async #endExpired(): Promise<void> {
    const now = this.deps.now()
    for (const [operatorId, preview] of this.#open) if (preview.expiresAt <= now) await this.end(operatorId)
  }

  readonly #removeFolders = (): void => {
    for (const preview of this.#open.values()) preview.removeFolder()
  }
}
