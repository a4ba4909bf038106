import type { ThemePart } from '../../config/themes.ts'
import { partOf, type ThemeValues } from '../../flows/platform/themes/values.ts'
import { fieldOf, inputNames, type ThemeInput } from '../../flows/themes/theme-input.ts'
import { formField } from '../../http/forms.ts'
import type { Params } from '../../oidc/params.ts'
import type { ThemeField, ThemeFields } from '../../pages/themes/editor.tsx'

/** The values of a theme as the fields of its form: those of the parts that may be set. */
export const fieldsOf = (values: ThemeValues, parts: readonly ThemePart[]): ThemeFields =>
  Object.fromEntries(
    inputNames
      .filter((name) => parts.includes(partOf[name]))
      .map((name) => [fieldOf(name) as ThemeField, String(values[name] ?? '')]),
  )

/**
 * What a form sets. It has a field for every value of the parts that may be set; an empty one inherits the value again, and
 * a parameter without a value is as if it were omitted.
 */
export function inputOf(params: Params, parts: readonly ThemePart[]): ThemeInput {
  const input: Record<string, string | number | null> = {}
  for (const name of inputNames) {
    if (!parts.includes(partOf[name]) && params.get(fieldOf(name)) === undefined) continue
    const text = formField(params, fieldOf(name)).trim()
    // What is no number is refused as one that is out of range.
    if (name === 'radius') input[name] = text === '' ? null : /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
    else input[name] = text || null
  }
  return input
}

/** The revision that a form was opened with. A form without one is refused as outdated. */
export const revisionOf = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : -1)
