declare module "*.css";
/** Name of the file that the build makes of the server's lists. */
declare const LISTS_FILE: string;
