import { addCommand } from './add/command.ts'
import type { Command } from './command.ts'
import { createCommand } from './create/command.ts'
import { permissionsCommand } from './permissions/command.ts'
import { addUi } from './ui/command.ts'

/** Every command by the words that call it. Of two names that fit, the longer is taken: `add ui` before `add`. */
export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['add', addCommand],
  ['add ui', addUi],
  ['create', createCommand],
  ['permissions', permissionsCommand],
])
