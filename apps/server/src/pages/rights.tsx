import { type NamesByLanguage, nameIn } from '../oidc/permissions.ts'
import type { Words } from '../words/index.ts'
import { Checkboxes } from './fields.tsx'
import { Technical } from './layout.tsx'

// What the pages of organizations and the console have in common about permissions and roles.

/** A permission in the language of the page. */
export interface ShownPermission {
  /** What a form sends for it. */
  key: string
  /** Null for one that only has a technical name. */
  label: string | null
  technical: string
}

/** The permissions of the application as such, or of an API. */
export interface PermissionGroup<P = unknown> {
  of: string
  permissions: readonly (P & ShownPermission)[]
}

export const PermissionName = ({ label, technical }: Pick<ShownPermission, 'label' | 'technical'>) =>
  label === null ? <Technical>{technical}</Technical> : <bdi>{label}</bdi>

/** What a role is called on a page. */
export const roleLabel = ({ lang }: Pick<Words, 'lang'>, { key, names }: { key: string; names: NamesByLanguage }) =>
  nameIn(names, lang) ?? key

/** A role as a box of a form that gives roles. */
export interface RoleBox {
  id: string
  key: string
  label: string
  held: boolean
  mayGive: boolean
}

/** The fields of the boxes: theirs, and the one that says that they were shown. */
export const roleBoxes = { name: 'other_role', shown: 'other_roles' } as const

interface RoleBoxesProps {
  words: Words
  boxes: readonly RoleBox[]
  /** What a box sends. */
  by?: 'id' | 'key'
}

/** The roles beside owner, admin and member. Those that the person who views the page cannot give stay as they are. */
export const RoleBoxes = ({ words, boxes, by = 'id' }: RoleBoxesProps) =>
  boxes.length === 0 ? null : (
    <>
      <input type="hidden" name={roleBoxes.shown} value="yes" />
      <Checkboxes
        name={roleBoxes.name}
        legend={words.rights.others}
        choices={boxes.map((box) => ({
          value: box[by],
          label: <bdi>{box.label}</bdi>,
          checked: box.held,
          disabled: !box.mayGive,
          hint: box.label !== box.key && <Technical>{box.key}</Technical>,
        }))}
      />
    </>
  )
