export interface Column {
  name: string
  type: 'String' | 'Int' | 'BigInt' | 'Boolean' | 'DateTime'
  nullable: boolean
}
export function tablesOf(model: string): { name: string; columns: Column[] }[]
export function readModel(): string
export function rowsSource(model: string): string
