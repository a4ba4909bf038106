export function findPostgres(): string | null

export function startPostgres(options?: {
  durable?: boolean
  parent?: string
}): Promise<{ pid: number; url: string; stop(): void }>
