import type { FrameworkName, Project } from '../project/project.ts'
import type { Change } from './change.ts'
import { planNextjs } from './nextjs.ts'
import { planNuxt } from './nuxt.ts'
import { ProjectFiles } from './project-files.ts'
import { planReactRouter, planRemix } from './routers.ts'
import { planVariables, type Variables } from './variables.ts'

const plans: Record<FrameworkName, (project: Project, files: ProjectFiles) => void> = {
  nextjs: planNextjs,
  nuxt: planNuxt,
  'react-router': planReactRouter,
  remix: planRemix,
}

/** What has to change in the files of a project. Reads them, and writes nothing. */
export function planChanges(project: Project, variables: Variables): Change[] {
  const files = new ProjectFiles(project)
  plans[project.framework](project, files)
  planVariables(project, files, variables)
  return files.changes
}
