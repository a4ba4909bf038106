// How a changeset becomes an entry of a CHANGELOG.md: its own words, without commit hashes. Whoever upgrades reads them.

/** @type {import('@changesets/types').ChangelogFunctions} */
export default {
  async getReleaseLine({ summary }) {
    const [first, ...rest] = summary.trim().split('\n')
    return [`- ${first}`, ...rest.map((line) => line && `  ${line}`)].join('\n')
  },

  async getDependencyReleaseLine(_changesets, dependencies) {
    return dependencies.map(({ name, newVersion }) => `- Requires \`${name}\` ${newVersion}.`).join('\n')
  },
}
