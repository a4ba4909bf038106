import { shownColors, type ThemeColorName, type ThemeColors, withColors } from '../../config/color.ts'
import { contrastText, propertiesOf } from '../themes/properties.ts'

// Shows in the frame what is typed into the form of a theme. Nothing is sent or stored: the page in the frame is of our origin
// and runs no script, so this one sets its custom properties (the style of an element can be set by a script where `style-src`
// forbids the attribute: CSP Level 3, 8.2).
const form = document.querySelector<HTMLFormElement>('form[data-theme-form]')
const choices = document.querySelector<HTMLFormElement>('form[data-theme-preview]')
const frame = document.querySelector<HTMLIFrameElement>('iframe[name="theme-preview"]')

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

if (form) {
  const inherited = JSON.parse(form.dataset.inherited ?? '{}') as ThemeColors
  const words = { contrast: form.dataset.contrast ?? '', nearest: form.dataset.nearest ?? '' }
  const fields = [...form.querySelectorAll<HTMLInputElement>('input[data-color]')]
  const inputOf = (name: string) => form.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  const nameOf = (field: HTMLInputElement) => field.dataset.color as ThemeColorName
  const pickerOf = (field: HTMLInputElement) =>
    form.querySelector<HTMLInputElement>(`input[data-picker="${nameOf(field)}"]`)

  const typedColors = (): Partial<ThemeColors> => {
    const typed = fields.map((field) => [nameOf(field), field.value.trim().toLowerCase()] as const)
    const radius = inputOf('radius')?.value.trim() ?? ''
    return {
      ...Object.fromEntries(typed.filter(([, color]) => isColor(color))),
      ...(/^\d{1,2}$/.test(radius) ? { radius: Math.min(16, Number(radius)) } : {}),
    }
  }

  const showColors = (typed: Partial<ThemeColors>) => {
    const shown = shownColors(withColors(inherited, typed))
    // What the dark accent is derived from may have changed.
    const { accentDark: _, ...others } = typed
    const derived = shownColors(withColors(inherited, others))
    for (const field of fields) {
      const name = nameOf(field)
      if (name === 'accentDark') field.placeholder = derived.accentDark
      const picker = pickerOf(field)
      if (picker) picker.value = shown[name]
      const contrast = document.getElementById(`${field.name}-contrast`)
      if (contrast) contrast.textContent = contrastText(words, name, shown[name])
    }
  }

  const showInFrame = (colors: ThemeColors) => {
    // Mails have an origin of their own: they are seen as they were saved.
    const page = frame?.contentDocument
    const root = page?.documentElement
    if (!root?.dataset.scheme) return
    for (const property of propertiesOf(colors)[root.dataset.scheme === 'dark' ? 'dark' : 'light'].split(';')) {
      const [name = '', text = ''] = property.split(':')
      root.style.setProperty(name, text)
    }
    const head = page?.querySelector('header.brand > span')
    const name = inputOf('name')
    if (head && name) head.textContent = name.value.trim() || name.placeholder
  }

  const show = () => {
    const typed = typedColors()
    showColors(typed)
    showInFrame(withColors(inherited, typed))
  }
  for (const field of fields) {
    const picker = pickerOf(field)
    picker?.removeAttribute('hidden')
    picker?.addEventListener('input', () => {
      field.value = picker.value
    })
  }
  form.addEventListener('input', show)
  frame?.addEventListener('load', show)
  show()
}

choices?.querySelector('[data-theme-show]')?.setAttribute('hidden', '')
choices?.addEventListener('change', () => choices.requestSubmit())
