export interface Field {
  tag: string
  type: string
  name: string
  value: string
  checked: boolean
  /** The classes of a button: pages name their main one `primary`. */
  classes: string
}

export interface Form {
  action: string
  fields: Field[]
}

const tagPattern = /<(\/?)(form|input|button|textarea|select|option)\b([^<>]*)>/gi
const attributePattern = /([a-z-]+)(?:="([^"]*)")?/gi

const decoded = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** The forms of a page that POST, as a browser without scripts sees them. */
export function formsOf(html: string): Form[] {
  const forms: Form[] = []
  let current: Form | null = null
  for (const [, end, tag = '', text = ''] of html.matchAll(tagPattern)) {
    const name = tag.toLowerCase()
    const attributes = attributesOf(text)
    if (name === 'form') {
      current = end ? null : { action: attributes.get('action') ?? '', fields: [] }
      if (current && attributes.get('method')?.toLowerCase() === 'post') forms.push(current)
    } else if (current && !end && name !== 'option') current.fields.push(fieldOf(name, attributes))
  }
  return forms
}

const attributesOf = (text: string): Map<string, string> =>
  new Map([...text.matchAll(attributePattern)].map(([, name = '', value = '']) => [name.toLowerCase(), decoded(value)]))

const fieldOf = (tag: string, attributes: Map<string, string>): Field => ({
  tag,
  type: attributes.get('type')?.toLowerCase() ?? (tag === 'button' ? 'submit' : 'text'),
  name: attributes.get('name') ?? '',
  value: attributes.get('value') ?? (['checkbox', 'radio'].includes(attributes.get('type') ?? '') ? 'on' : ''),
  checked: attributes.has('checked'),
  classes: attributes.get('class') ?? '',
})

/** What a form sends: its own values, and those that are filled in. */
export function valuesOf(
  { fields }: Form,
  filled: Readonly<Record<string, string>>,
  button: Field | undefined,
): URLSearchParams {
  const values = new URLSearchParams()
  for (const { tag, type, name, value, checked } of fields) {
    if (!name || tag === 'button' || type === 'submit' || name in filled) continue
    if (!['checkbox', 'radio'].includes(type) || checked) values.append(name, value)
  }
  for (const [name, value] of Object.entries(filled)) values.append(name, value)
  if (button?.name) values.append(button.name, button.value)
  return values
}
