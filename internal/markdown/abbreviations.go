package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Abbreviations of English and German that a capital letter may follow within a sentence.
// Single letters (e.g., z. B., i. d. R., U.S.) need no entry: they count as initials.
// A word that also ends sentences, as app, art, no, ref or red, is left out, or stands in the list where case counts.
var (
	anyCase = words(`
		abschn abzgl allg approx appx bes betr bezgl bsp bspw buchst bzgl bzw ca cf chap dept dgl dipl dt ebd ehem
		einschl engl entspr erg est etc evtl excl exkl ff fig figs frz geb gegr gem gest gez ggf ggfs griech hrsg ibid
		incl inkl insb insbes intl jew kath lat lfd lit lt ltd max mind min mio misc mrd nachm nr nrn od resp sec sect
		sek sog spez stellv std tel teilw tlw tsd urspr usf usw vgl viz vol vorl vorm vs wg wiss zus zzgl zzt zw
		al esp hrs yrs mins secs kap ziff anm abb abt aufl vers vors verf überw üblw tägl techn ähnl näml entw eigtl ungef
		verschied vermutl dtsch aka`)
	exactCase = words(`
		No Nos Art Abs Anh Bd Bde Bem Beschl Bek Co Corp Inc Jr Sr Dr Drs Prof Mr Mrs Ms Messrs St Ste Str Hr Hrn Fr
		Frl Fa Ing Mag Univ Gen Gov Sen Rev Capt Lt Col Maj Sgt Mt Ave Blvd Tab Tbl Eq Eqs Pkt Jh Jhd Jhdt
		Hd Zt Nachf Vertr Hinw Erl Ggs Eds Hbf
		Jan Feb Mar Mär Mrz Apr Jun Jul Aug Sep Sept Oct Okt Nov Dec Dez
		Chr MwSt USt Stk Pos Kto Verz Anl Rn Rz Fn Az Beil Urt Rspr Slg Abk Bez Ges Abt Mitgl Stv Inh Wwe Sc
		Ver Ref Ed Ext ext Ft Ex Vols Ch Thm Def Encl med rer nat phil jur pol habil
		Mon Tue Tues Wed Thu Thur Thurs Fri Sat Sun Mo Di Mi Do Sa So pp`)
)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// endsNothing reports whether a dot behind this word ends no sentence: an abbreviation, an initial or a number.
func endsNothing(word string, mark byte) bool {
	last, _ := utf8.DecodeLastRuneInString(word)
	if unicode.IsDigit(last) {
		return true
	}
	part := word[strings.LastIndexByte(word, '.')+1:]
	part = strings.TrimLeft(part, "-–")
	if r, n := utf8.DecodeRuneInString(part); n == len(part) && unicode.IsLetter(r) {
		return true
	}
	if roman(part) {
		return true
	}
	if mark != '.' {
		return false
	}
	for _, w := range []string{word, part} {
		if exactCase[w] || anyCase[strings.ToLower(w)] || shortened(w) {
			return true
		}
	}
	return false
}

// shortened reports whether a word ends as only abbreviations of German do: Hauptstr., monatl., zusätzl.
func shortened(word string) bool {
	if strings.HasSuffix(word, "str") && len(word) > len("str") {
		return true
	}
	for _, end := range []string{"tl", "zl", "dl", "gl", "kl", "nl", "chl"} {
		if strings.HasSuffix(word, end) && len(word) >= 5 && !strings.HasSuffix(word, "ctl") && strings.ToUpper(word) != word { // kubectl, TTL
			return true
		}
	}
	return strings.HasSuffix(word, "rl") && (strings.ContainsAny(word, "äöü") || word == "erforderl" || word == "Erforderl")
}

// roman reports a small Roman number, e.g. of a chapter. C, D, L and M are left out, because of CI and CD.
func roman(s string) bool { return s != "" && len(s) <= 6 && strings.Trim(s, "IVX") == "" }
