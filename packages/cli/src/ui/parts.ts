// The parts of an interface: what each is, and which file it is in which framework.

export const frameworks = ['nextjs', 'nuxt', 'react-router', 'remix'] as const
export type Framework = (typeof frameworks)[number]

/** What the frameworks have in common: files of React are the same in three of them. */
type Flavor = 'next' | 'remix' | 'react' | 'vue' | 'all'

const flavors: Readonly<Record<Framework, readonly Flavor[]>> = {
  nextjs: ['next', 'react', 'all'],
  'react-router': ['remix', 'react', 'all'],
  remix: ['remix', 'react', 'all'],
  nuxt: ['vue', 'all'],
}

export interface Part {
  title: string
  description: string
  /** Parts that its files import. */
  needs: readonly string[]
  /** Paths below `ui/`. A framework without a file of its own has the part in its SDK. */
  files: Partial<Record<Flavor, string>>
}

const component = (name: string) => ({
  react: `react/${name}.tsx`,
  vue: `vue/${componentName(name)}.vue`,
})

/** `UserButton` for `user-button`. */
export const componentName = (name: string): string =>
  name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A Map: names from a command line never index an object. */
export const parts: ReadonlyMap<string, Part> = new Map<string, Part>([
  [
    'user-button',
    {
      title: 'User button',
      description:
        'The signed-in person, and a menu with your own links, the account at the provider and the sign-out.',
      needs: ['auth-state', 'popover-menu', 'user-avatar'],
      files: component('user-button'),
    },
  ],
  [
    'organization-switcher',
    {
      title: 'Organization switcher',
      description: 'The organization that the person works in, and a menu to work in another or to create one.',
      needs: ['auth-state', 'popover-menu'],
      files: component('organization-switcher'),
    },
  ],
  [
    'signed-in',
    {
      title: 'Signed in',
      description: 'Shows its content to people who are signed in.',
      needs: ['auth-state'],
      files: component('signed-in'),
    },
  ],
  [
    'signed-out',
    {
      title: 'Signed out',
      description: 'Shows its content to people who are not signed in.',
      needs: ['auth-state'],
      files: component('signed-out'),
    },
  ],
  [
    'protect',
    {
      title: 'Protect',
      description:
        'Shows its content to people who have a permission or whose session meets a requirement, and a fallback to others.',
      needs: ['auth-state'],
      files: component('protect'),
    },
  ],
  [
    'sign-up-link',
    {
      title: 'Sign-up link',
      description: "A link to the provider's sign-up.",
      needs: [],
      files: component('sign-up-link'),
    },
  ],
  [
    'auth-state',
    {
      title: 'Session',
      description: 'Where the other parts read the session. Nuxt has it in its SDK.',
      needs: [],
      files: { next: 'next/auth-state.tsx', remix: 'remix/auth-state.tsx' },
    },
  ],
  [
    'popover-menu',
    {
      title: 'Popover menu',
      description: 'A button and what it opens, by the Popover API: it needs no script.',
      needs: [],
      files: component('popover-menu'),
    },
  ],
  [
    'user-avatar',
    {
      title: 'Avatar',
      description: 'The picture of a person, or their initials.',
      needs: [],
      files: component('user-avatar'),
    },
  ],
  [
    'styles',
    {
      title: 'Styles',
      description: 'A look for all parts, in the colors of shadcn/ui where the page has them.',
      needs: [],
      files: { all: 'vestibule.css' },
    },
  ],
])

/** The path of a part's own file below `ui/`, or null if the SDK of the framework has it. */
export function fileOf({ files }: Part, framework: Framework): string | null {
  const flavor = flavors[framework].find((name) => files[name])
  return (flavor && files[flavor]) ?? null
}

/** The paths of all files below `ui/` that a part consists of, its own first. */
export function filesOf(part: Part, framework: Framework): string[] {
  const needed = part.needs.flatMap((name) => parts.get(name) ?? [])
  return [part, ...needed].flatMap((each) => fileOf(each, framework) ?? [])
}
