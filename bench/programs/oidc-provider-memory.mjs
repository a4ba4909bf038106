// Storage of oidc-provider in plain Maps of its process: as the library's own memory adapter, but without its bounds.
const storage = new Map()
const grantIndex = new Map()
const sessionIndex = new Map()

export class MemoryAdapter {
  constructor(model) {
    this.model = model
  }
  key(id) {
    return `${this.model}:${id}`
  }
  async upsert(id, payload) {
    const key = this.key(id)
    if (this.model === 'Session') sessionIndex.set(payload.uid, id)
    if (payload.grantId) {
      const keys = grantIndex.get(payload.grantId) ?? []
      keys.push(key)
      grantIndex.set(payload.grantId, keys)
    }
    storage.set(key, payload)
  }
  async find(id) {
    return storage.get(this.key(id))
  }
  async findByUid(uid) {
    return this.find(sessionIndex.get(uid))
  }
  async findByUserCode() {}
  async consume(id) {
    storage.get(this.key(id)).consumed = Math.floor(Date.now() / 1000)
  }
  async destroy(id) {
    storage.delete(this.key(id))
  }
  async revokeByGrantId(grantId) {
    for (const key of grantIndex.get(grantId) ?? []) storage.delete(key)
    grantIndex.delete(grantId)
  }
}
