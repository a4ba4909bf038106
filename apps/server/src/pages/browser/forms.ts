// What the forms of onboarding and consent do by script.
import './busy.ts'
