import { dirname, join } from 'node:path'
import { fullFolders, longFunctions } from './exceptions.ts'
import { measureFolder, type SourceFile } from './measure.ts'
import { type Finding, findingsOf, isCatalogue, sourceFolders } from './rules.ts'

export const root = join(import.meta.dirname, '../..')

export const sources = (): SourceFile[] => sourceFolders.flatMap((folder) => measureFolder(root, folder))

const keyOf = (finding: Finding) => `${finding.rule}: ${finding.subject}`

const allowed = [
  ...longFunctions.map((entry) => `long function: ${entry.function}`),
  ...fullFolders.map(({ folder }) => `full folder: ${folder}`),
]

/** What breaks a rule without being on the list, and the exceptions that nothing needs any more. */
export function checkStructure(files: SourceFile[]) {
  const findings = findingsOf(files)
  const found = new Set(findings.map(keyOf))
  return {
    broken: findings.filter((finding) => !allowed.includes(keyOf(finding))),
    unneeded: allowed.filter((key) => !found.has(key)),
  }
}

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** One row per folder. */
export function table(files: SourceFile[]): string {
  const folders = Map.groupBy(files, (file) => dirname(file.path))
  const rows = [...folders].sort().map(([folder, inside]) => {
    const lines = inside.map((file) => file.lines)
    const longestFile = inside.reduce((a, b) => (a.lines >= b.lines ? a : b))
    const functions = inside.flatMap((file) => file.functions)
    const longest = functions.reduce((a, b) => (a.lines >= b.lines ? a : b), { name: '-', line: 0, lines: 0 })
    const sum = lines.reduce((a, b) => a + b, 0)
    return [
      folder,
      inside.length,
      sum,
      median(lines),
      `${longestFile.lines} ${longestFile.path.slice(folder.length + 1)}`,
      `${longest.lines} ${longest.name}`,
    ]
  })
  const measured = files.filter((file) => !isCatalogue(file.path)).map((file) => file.lines)
  const total = ['all without words', measured.length, measured.reduce((a, b) => a + b, 0), median(measured), '', '']
  const header = ['folder', 'files', 'lines', 'median', 'longest file', 'longest function']
  const cells = [header, ...rows, total].map((row) => row.map(String))
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const aligned = (cell: string, column: number) =>
    column >= 1 && column <= 3 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)
  return cells.map((row) => row.map(aligned).join('  ').trimEnd()).join('\n')
}
