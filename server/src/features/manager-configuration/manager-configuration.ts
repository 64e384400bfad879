/** Quality profiles and custom formats of library managers, and the history of what assistants changed (2:4.8). */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface ManagerConfiguration {}
