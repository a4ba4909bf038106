import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** An authenticator in software, which lies when it is told to. ES256 keys, attestation `none`. */
export class Authenticator {
  readonly id = randomBytes(32)
  readonly #key: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  counter = 0
  userHandle = ''

  constructor(
    readonly origin: string,
    readonly rpId = new URL(origin).hostname,
  ) {}

  /** Answers creation options as a browser would send it in the form. */
  create(options: Options, lies: Lies = {}): string {
    this.userHandle = options.user?.id ?? ''
    const id = lies.credentialId ?? this.id
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' })
    const honest = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
    const coseKey = lies.coseKey ?? honest
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey])
    const authData = this.#authData({ flags: 0x45, ...lies }, attested)
    const attestationObject = Buffer.concat([
      Buffer.from('a3', 'hex'),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from('a0', 'hex'),
      cborText('authData'),
      cborBytes(authData),
      lies.trailing ?? Buffer.alloc(0),
    ])
    return this.#credential(id, {
      clientDataJSON: this.#clientData('webauthn.create', options.challenge, lies),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** Answers request options. */
  get(options: Options, lies: Lies = {}): string {
    const authData = this.#authData({ flags: 0x05, ...lies })
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, lies)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const signature = sign('sha256', Buffer.concat([authData, hash]), this.#key.privateKey)
    return this.#credential(lies.credentialId ?? this.id, {
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: (lies.signature ?? signature).toString('base64url'),
      userHandle: lies.userHandle ?? this.userHandle,
    })
  }

  #credential(id: Buffer, response: Record<string, unknown>): string {
    const text = id.toString('base64url')
    return JSON.stringify({ id: text, rawId: text, type: 'public-key', response })
  }

  #clientData(type: string, challenge: string, lies: Lies): string {
    const data = { type: lies.type ?? type, challenge: lies.challenge ?? challenge, origin: lies.origin ?? this.origin }
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: lies.crossOrigin ?? false })).toString('base64url')
  }

  #authData({ rpId = this.rpId, flags = 0, counter = this.counter }: Lies, attested = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head, attested])
  }
}

export interface Options {
  challenge: string
  user?: { id: string }
}

export interface Lies {
  type?: string
  challenge?: string
  origin?: string
  crossOrigin?: boolean
  rpId?: string
  /** UP 0x01, UV 0x04, BE 0x08, BS 0x10, AT 0x40. */
  flags?: number
  counter?: number
  credentialId?: Buffer
  userHandle?: string
  signature?: Buffer
  /** The public key that is registered. */
  coseKey?: Buffer
  /** What follows the attestation object. */
  trailing?: Buffer
}

const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
const cborBytes = (bytes: Buffer): Buffer => {
  const head = Buffer.from([0x59, 0, 0])
  head.writeUInt16BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}
