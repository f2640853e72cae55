/**
 * The oldest supported browser versions. The build targets them, the pages state them, and a test checks
 * them.
 */
export const MINIMUM = { chrome: 111, firefox: 121, safari: 16.4 };
