import { defaultAccent, type ThemeColors } from '../../config/color.ts'
import { propertiesOf } from '../themes/properties.ts'

// Shows the colors that are typed into the form of a theme, on its samples. Nothing is sent.
const form = document.querySelector<HTMLFormElement>('form[data-theme-form]')
const samples = document.querySelectorAll<HTMLElement>('.theme-sample')

if (form) {
  const value = (name: string): string =>
    form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value.trim() ?? ''
  const color = (name: string): string | null =>
    /^#[0-9a-f]{6}$/i.test(value(name)) ? value(name).toLowerCase() : null
  const colorsOf = (): ThemeColors => ({
    accent: color('accent') ?? form.dataset.accent ?? defaultAccent,
    accentDark: color('accent_dark'),
    paper: color('paper'),
    paperDark: color('paper_dark'),
    ground: color('ground'),
    groundDark: color('ground_dark'),
    radius: /^\d{1,2}$/.test(value('radius')) ? Math.min(16, Number(value('radius'))) : null,
  })
  form.addEventListener('input', () => {
    const properties = propertiesOf(colorsOf())
    for (const sample of samples) {
      const scheme = sample.dataset.scheme === 'dark' ? 'dark' : 'light'
      for (const property of properties[scheme].split(';')) {
        const [name = '', text = ''] = property.split(':')
        // The style of an element can be set by a script where `style-src` forbids the attribute (CSP Level 3, 8.2).
        sample.style.setProperty(name, text)
      }
    }
  })
}
