export const format = 1

export interface Head {
  vestibule: 'backup'
  format: number
  made: string
  migrations: string[]
}
export interface TableLine {
  table: string
  columns: string[]
}
export interface Foot {
  rows: number
  sha256: string
}

/** The file is not a valid backup. Nothing was changed. */
export class BadBackup extends Error {
  override readonly name = 'BadBackup'
}
