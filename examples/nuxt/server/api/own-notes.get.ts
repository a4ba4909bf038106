export default defineAuthHandler({ organization: true }, (_event, { user }) => notesOf(user.organization))
