/**
 * Stemmer for modern Greek by Ntais (2006), rules of Saroukos (2008): Lucene's GreekStemmer. Words are in lower case
 * without accents.
 */
import { endings, endsInOne, wordSet, type Stem } from "../ending-rules.ts";

/**
 * Rules for a group of endings: when the rest is one of `words` or ends in one of `endings`, part of the ending is put
 * back.
 */
interface Exceptions {
  readonly words?: string;
  readonly endings?: string;
  /** Whether the rest ending in a vowel is an exception: all of them, or all but upsilon. */
  readonly vowels?: "all" | "no-upsilon";
  /** What is put back. */
  readonly back: string;
  /** Exceptions that hold the other way round: nothing is put back for these. */
  readonly butNot?: (rest: string) => boolean;
}

const vowel = /[αεηιουω]$/;
const vowelButUpsilon = /[αεηιοω]$/;

function rule(table: string, exceptions: Exceptions): Stem {
  const step = endings(table);
  const words = wordSet(exceptions.words ?? "");
  const ending = exceptions.endings === undefined ? undefined : endsInOne(exceptions.endings);
  const vowels = exceptions.vowels === undefined ? undefined : exceptions.vowels === "all" ? vowel : vowelButUpsilon;
  return (word) => {
    const rest = step(word);
    if (rest === word) return word;
    const isException = words.has(rest) || ending?.(rest) === true || vowels?.test(rest) === true;
    return isException && !exceptions.butNot?.(rest) ? rest + exceptions.back : rest;
  };
}

/** Nouns whose stem changes. */
const irregularNouns = endings(`
  9: καθεστωτοσ>καθεστ καθεστωτων>καθεστ 8: γεγονοτοσ>γεγον γεγονοτων>γεγον καθεστωτα>καθεστ 7: τατογιου>τατο τατογιων>τατο γεγονοτα>γεγον
  καθεστωσ>καθεστ 6: σκαγιου>σκα σκαγιων>σκα ολογιου>ολο ολογιων>ολο κρεατοσ>κρε κρεατων>κρε περατοσ>περ περατων>περ τερατοσ>τερ τερατων>τερ
  τατογια>τατο γεγονοσ>γεγον 5: φαγιου>φα φαγιων>φα σογιου>σο σογιων>σο σκαγια>σκα ολογια>ολο κρεατα>κρε περατα>περ τερατα>τερ
  4: φαγια>φα σογια>σο φωτοσ>φω φωτων>φω κρεασ>κρε περασ>περ τερασ>τερ 3: φωτα>φω 2: φωσ>φω
`);

const keepsNothingOfAd = endsInOne("οκ μαμ μαν μπαμπ πατερ γιαγι νταντ κυρ θει πεθερ");
const pluralsInAd = endings("4: αδεσ αδων");

/** Plurals in `-αδεσ`: the other way round, most words keep `αδ`. */
function pluralInAd(word: string): string {
  const rest = pluralsInAd(word);
  return rest === word || keepsNothingOfAd(rest) ? rest : `${rest}αδ`;
}

const pastInAme = endings("7: ηθηκαμε 6: ουσαμε 5: αγαμε ησαμε ηκαμε");
const inAme = rule("3: αμε", { words: "αναπ αποθ αποκ αποστ βουβ ξεθ ουλ πεθ πικρ ποτ σιχ χ", back: "αμ" });

function verbInAme(word: string): string {
  return word === "αγαμε" ? "αγαμ" : inAme(pastInAme(word));
}

const participles = endings("5: οντασ ωντασ");

function participle(word: string): string {
  const rest = participles(word);
  if (rest === word) return word;
  if (rest === "αρχ") return "αρχοντ";
  return rest.endsWith("κρε") ? `${rest}ωντ` : rest;
}

const notWithAg = endsInOne("κολλ");

/** The rules in the order in which they are applied, each to what the one before left. */
const steps: readonly Stem[] = [
  irregularNouns,
  pluralInAd,
  rule("4: εδεσ εδων", { endings: "οπ ιπ εμπ υπ γηπ δαπ κρασπ μιλ", back: "εδ" }),
  rule("5: ουδεσ ουδων", { endings: "αρκ καλιακ πεταλ λιχ πλεξ σκ σ φλ φρ βελ λουλ χν σπ τραγ φε", back: "ουδ" }),
  rule("3: εωσ εων", { words: "θ δ ελ γαλ ν π ιδ παρ", back: "ε" }),
  rule("2: ια 3: ιου ιων", { vowels: "all", back: "ι" }),
  rule("3: ικα ικο 4: ικου ικων", {
    words: `αλ αδ ενδ αμαν αμμοχαλ ηθ ανηθ αντιδ φυσ βρωμ γερ εξωδ καλπ καλλιν καταδ μουλ μπαν μπαγιατ μπολ μποσ νιτ ξικ συνομηλ πετσ πιτσ
      πικαντ πλιατσ ποστελν πρωτοδ σερτ συναδ τσαμ υποδ φιλον φυλοδ χασ`,
    vowels: "all",
    back: "ικ",
  }),
  verbInAme,
  rule("8: ιουντανε 7: ιοντανε 6: ουντανε ηθηκανε ιοτανε 5: οντανε ουσανε αγανε 4: ησανε οτανε ηκανε", {
    words: "τρ τσ",
    back: "αγαν",
  }),
  rule("3: ανε", {
    words: `βετερ βουλκ βραχμ γ δραδουμ θ καλπουζ καστελ κορμορ λαοπλ μωαμεθ μ μουσουλμ ν ουλ π πελεκ πλ πολισ πορτολ σαρακατσ σουλτ τσαρλατ
      ορφ τσιγγ τσοπ φωτοστεφ χ ψυχοπλ αγ γαλ γερ δεκ διπλ αμερικαν ουρ πιθ πουριτ σ ζωντ ικ καστ κοπ λιχ λουθηρ μαιντ μελ σιγ σπ στεγ τραγ
      τσαγ φ ερ αδαπ αθιγγ αμηχ ανικ ανοργ απηγ απιθ ατσιγγ βασ βασκ βαθυγαλ βιομηχ βραχυκ διατ διαφ ενοργ θυσ καπνοβιομηχ καταγαλ κλιβ
      κοιλαρφ λιβ μεγλοβιομηχ μικροβιομηχ νταβ ξηροκλιβ ολιγοδαμ ολογαλ πενταρφ περηφ περιτρ πλατ πολυδαπ πολυμηχ στεφ ταβ τετ υπερηφ υποκοπ
      χαμηλοδαπ ψηλοταβ`,
    vowels: "no-upsilon",
    back: "αν",
  }),
  endings("5: ησετε"),
  rule("3: ετε", {
    words: "αβαρ βεν εναρ αβρ αδ αθ αν απλ βαρον ντρ σκ κοπ μπορ νιφ παγ παρακαλ σερπ σκελ συρφ τοκ υ δ εμ θαρρ θ",
    endings: `οδ αιρ φορ ταθ διαθ σχ ενδ ευρ τιθ υπερθ ραθ ενθ ροθ σθ πυρ αιν συνδ συν συνθ χωρ πον βρ καθ ευθ εκθ νετ ρον αρκ βαρ βολ ωφελ`,
    vowels: "no-upsilon",
    back: "ετ",
  }),
  participle,
  rule("6: ομαστε", { words: "ον", back: "ομαστ" }),
  rule("5: ιεστε", { words: "π απ συμπ ασυμπ ακαταπ αμεταμφ", back: "ιεστ" }),
  rule("4: εστε", { words: "αλ αρ εκτελ ζ μ ξ παρακαλ προ νισ", back: "εστ" }),
  endings("6: ηθηκεσ 5: ηθηκα ηθηκε"),
  rule("4: ηκεσ 3: ηκα ηκε", {
    words: "διαθ θ παρακαταθ προσθ συνθ",
    endings: "σκωλ σκουλ ναρθ σφ οθ πιθ",
    back: "ηκ",
  }),
  rule("5: ουσεσ 4: ουσα ουσε", {
    words: `φαρμακ χαδ αγκ αναρρ βρομ εκλιπ λαμπιδ λεχ μ πατ ρ λ μεδ μεσαζ υποτειν αμ αιθ ανηκ δεσποζ ενδιαφερ δε δευτερευ καθαρευ πλε τσα`,
    endings: "ποδαρ βλεπ πανταχ φρυδ μαντιλ μαλλ κυματ λαχ ληγ φαγ ομ πρωτ",
    vowels: "all",
    back: "ουσ",
  }),
  rule("4: αγεσ 3: αγα αγε", {
    words: `αβαστ πολυφ αδηφ παμφ ρ ασπ αφ αμαλ αμαλλι ανυστ απερ ασπαρ αχαρ δερβεν δροσοπ ξεφ νεοπ νομοτ ολοπ ομοτ προστ προσωποπ συμπ συντ τ
      υποτ χαρ αειπ αιμοστ ανυπ αποτ αρτιπ διατ εν επιτ κροκαλοπ σιδηροπ λ ναυ ουλαμ ουρ π τρ μ`,
    endings: "οφ πελ χορτ λλ σφ ρπ φρ πρ λοχ σμην",
    back: "αγ",
    butNot: (rest) => rest === "ψοφ" || rest === "ναυλοχ" || notWithAg(rest),
  }),
  rule("4: ησου 3: ησε ησα", { words: "ν χερσον δωδεκαν ερημον μεγαλον επταν", back: "ησ" }),
  rule("4: ηστε", { words: "ασβ σβ αχρ χρ απλ αειμν δυσχρ ευχρ κοινοχρ παλιμψ", back: "ηστ" }),
  rule("6: ησουνε ηθουνε 4: ουνε", { words: "ν ρ σπι στραβομουτσ κακομουτσ εξων", back: "ουν" }),
  rule("6: ησουμε ηθουμε 4: ουμε", { words: "παρασουσ φ χ ωριοπλ αζ αλλοσουσ ασουσ", back: "ουμ" }),
  endings("5: ματων>μα ματοσ>μα 4: ματα>μα"),
];

/** Endings of words that no other rule has shortened. */
const inflections = endings(`
  9: ιοντουσαν 8: ιομασταν ιοσασταν ιουμαστε οντουσαν
  7: ιεμαστε ιεσαστε ιομουνα ιοσαστε ιοσουνα ιουνται ιουνταν ηθηκατε ομασταν οσασταν ουμαστε
  6: ιομουν ιονταν ιοσουν ηθειτε ηθηκαν ομουνα οσαστε οσουνα ουνται ουνταν ουσατε
  5: αγατε ιεμαι ιεται ιεσαι ιοταν ιουμα ηθεισ ηθουν ηκατε ησατε ησουν ομουν ονται ονταν οσουν ουμαι ουσαν
  4: αγαν αμαι ασαι αται ειτε εσαι εται ηδεσ ηδων ηθει ηκαν ησαν ησει ησεσ ομαι οταν 3: αει εισ ηθω ησω ουν ουσ
  2: αν ασ αω ει εσ ησ οι οσ ου υσ ων 1: α ε η ι ο υ ω
`);
const comparisons = endings("0: εστερ εστατ οτερ οτατ υτερ υτατ ωτερ ωτατ");

export function stemGreek(word: string): string {
  if (word.length < 4) return word;
  let stem = word;
  for (const step of steps) stem = step(stem);
  return comparisons(stem.length === word.length ? inflections(stem) : stem);
}
