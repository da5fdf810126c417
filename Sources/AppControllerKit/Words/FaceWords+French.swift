import AppControllerInterface

extension FaceWords {
  static func frenchText(of word: FaceWord) -> String {
    switch word {
    case .interface: "Interface"
    case .tabs: "Onglets"
    case .back: "Retour"
    case .backTo(let title): "Retour à \(title)"
    case .close: "Fermer"
    case .keep: "Conserver"
    case .cancel: "Annuler"
    case .image(let text): "Image : \(text)"
    case .imageInText(let text): "[image : \(text)]"
    case .qrCode(let host): "Code QR pour \(host)"
    case .severity(.info): "Information"
    case .severity(.success): "Succès"
    case .severity(.warning): "Avertissement"
    case .severity(.error): "Erreur"
    case .severityInText(.info): "information"
    case .severityInText(.success): "succès"
    case .severityInText(.warning): "avertissement"
    case .severityInText(.error): "erreur"
    case .starting: "Démarrage"
    case .loggedOut: "Déconnecté"
    case .loggedOutWithoutScreen: "Vous êtes déconnecté. L’application n’a pas pu afficher son propre écran."
    case .updateNeeded: "Mise à jour nécessaire"
    case .needsNewerApp: "Une version plus récente de l’application est nécessaire."

    case .required: "obligatoire"
    case .disabled: "indisponible"
    case .busy: "occupé"
    case .selected: "sélectionné"
    case .dialog: "boîte de dialogue"
    case .secret: "secret"
    case .asksFirst: "demande confirmation"
    case .primary: "action principale"
    case .destructive: "supprime"
    case .cancelling: "abandonne"

    case .suchAs(let form): "comme \(form)"
    case .example(let value): "par exemple \(value)"
    case .between(let min, let max): "\(min) à \(max)"
    case .from(let min): "à partir de \(min)"
    case .upTo(let max): "jusqu’à \(max)"
    case .empty: "vide"
    case .notShown: "non affiché"
    case .notChosen: "aucun choix"
    case .hidden: "masqué"
    case .on: "activé"
    case .off: "désactivé"
    case .expanded: "ouvert"
    case .collapsed: "fermé"
    case .button: "bouton"
    case .tab: "onglet"
    case .linkTo(let url): "lien vers \(url)"
    case .errorIn(let name, let error): "erreur dans \(name) : \(error)"
    case .underWay: "en cours"
    case .timeLeft(let time): "encore \(time)"
    case .extremes(let min, let max): "min. \(min), max. \(max)"
    case .last(let value): "dernier \(value)"
    case .position(let position, let count): "\(position) sur \(count)"

    case .broken(let requirement, let label): "\(label) \(frenchText(of: requirement))"
    case .notANumber(let label): "\(label) n’est pas un nombre"

    case .sessionEnded: "La session a expiré."
    case .signedIn: "Connecté."
    case .signedOut: "Déconnecté."
    case .pleaseWait: "Veuillez patienter."
    case .stillWaiting: "Toujours en attente."
    case .working: "En cours…"
    case .stillUnderWay: "Une autre action est encore en cours."
    case .begunAgain: "L’application a dû recommencer."
    case .stopped:
      "L’application s’est arrêtée. Appuyez sur un bouton pour recommencer, puis déconnectez-vous si vous le souhaitez."
    case .askedToOpen(let url): "Le bureau a été prié d’ouvrir : \(url)"
    case .address(let url): "Adresse : \(url)"
    case .copied: "Copié"
    case .sentToClipboard: "Envoyé au terminal, qui peut le garder dans son presse-papiers :"
    case .mouseReleased: "La souris est au terminal. F2 la reprend."
    case .mouseTaken:
      "La souris est à l’application. F2 la laisse au terminal, Maj aussi dans la plupart des terminaux."

    case .key(let key): frenchText(of: key)
    case .meaning(let meaning): frenchText(of: meaning)
    case .keySheet: "Touches"
    case .keyGroup(let group): frenchText(of: group)
    case .keyLine(let line): frenchText(of: line)

    case .choose(let ways, let suggested):
      "Choisissez \(ways.joined(separator: ", "))\(suggested.map { " [\($0)]" } ?? "") : "
    case .numbers(let count): count == 1 ? "1" : "1 à \(count)"
    case .typeToGoBack: "b pour revenir"
    case .typeForMore: "m pour la suite"
    case .typeToFind: "/ et un mot pour chercher"
    case .typeToLeave: "q pour quitter"
    case .enter(let label, let remarks):
      label.map { "Saisissez \(([$0] + remarks).joined(separator: ", ")) : " } ?? "Saisissez : "
    case .enterLines(let label): "Saisissez \(label), plusieurs lignes terminées par « . » : "
    case .enterShow(let label): "Saisissez « show » pour entendre \(label ?? "le secret") : "
    case .pick(let label, let isMultiple, let count):
      "Choisissez \(label), \(isMultiple ? "des numéros" : "un numéro") de 1 à \(count) : "
    case .chooseHelp:
      """
      Un numéro ou un nom choisit. Entrée seule prend ce qui est entre crochets, ou redit l’écran. b revient, m dit la suite, / et un mot cherche, q quitte.
      """
    case .enterHelp: "La valeur, puis Entrée. Entrée seule continue sans rien changer."
    case .pickHelp:
      "Un numéro ou un nom choisit. m dit la suite, / et un mot cherche. Entrée seule continue sans réponse."
    case .nothingToGoBackTo: "Il n’y a pas d’écran précédent."
    case .gone(let number): "\(number) n’est plus là."
    case .noNumber(let number): "Il n’y a pas de \(number) ici."
    case .noName: "Rien ici ne porte ce nom. ? dit ce que l’on peut taper."
    case .notUsable(let label): "\(label ?? "Cet élément") n’est pas disponible maintenant."
    case .chooseOption(let isMultiple, let count):
      "Choisissez \(isMultiple ? "un ou plusieurs numéros" : "un numéro") de 1 à \(count), ou Entrée pour aucun."
    case .noMore: "Il n’y a rien de plus."
    case .more(let left, let count):
      "\(left) \(left < 2 ? "autre" : "autres") sur \(count) : m donne la suite, / et un mot cherchent."
    case .options(let count, let number):
      "\(count) \(count < 2 ? "option" : "options")" + (number.map { " ; \($0) les donne." } ?? ".")
    case .noOptionFound: "Aucune option ne contient cela."
    case .nothingFound: "Rien ici ne contient cela."
    case .moreFound(let count):
      "\(count) \(count < 2 ? "autre le contient" : "autres le contiennent") ; un mot plus long en trouve moins."
    case .changed: "L’écran a changé. Appuyez sur Entrée pour continuer : "
    }
  }

  private static func frenchText(of requirement: InputRule.Requirement) -> String {
    func characters(_ count: Int) -> String { "\(count) \(count < 2 ? "caractère" : "caractères")" }
    return switch requirement {
    case .required: "est obligatoire"
    case .length(let min?, nil): "doit avoir au moins \(characters(min))"
    case .length(nil, let max?): "doit avoir au plus \(characters(max))"
    case .length(let min, let max): "doit avoir de \(min ?? 0) à \(characters(max ?? 0))"
    case .digits: "ne doit contenir que des chiffres"
    case .email: "n’est pas une adresse e-mail"
    case .oneOf: "n’est pas une des options"
    case .sameAs: "ne correspond pas"
    case .range(nil, nil, nil): "n’a pas la bonne forme"
    case .range(nil, nil, let step?): "doit être un multiple de \(step)"
    case .range(let min, let max, let step):
      "doit être " + bounds(min, max, { "de \($0) à \($1)" }, { "d’au moins \($0)" }, { "d’au plus \($0)" })
        + (step.map { ", par pas de \($0)" } ?? "")
    case .unknown: "n’est pas valable"
    }
  }

  private static func frenchText(of key: KeyName) -> String {
    switch key {
    case .enter: "Entrée"
    case .upDown: "Haut Bas"
    case .leftRight: "Gauche Droite"
    case .tab: "Tab"
    case .escape: "Échap"
    case .pageDown: "PgSuiv"
    case .controlR: "Ctrl-R"
    case .controlC: "Ctrl-C"
    }
  }

  private static func frenchText(of meaning: KeyMeaning) -> String {
    switch meaning {
    case .next: "suivant"
    case .move: "se déplacer"
    case .newLine: "nouvelle ligne"
    case .choose: "choisir"
    case .press: "appuyer"
    case .open: "ouvrir"
    case .turnOn: "activer"
    case .turnOff: "désactiver"
    case .submit: "envoyer"
    case .show: "afficher ou masquer"
    case .back: "retour"
    case .close: "fermer"
    case .cancel: "annuler"
    case .more: "suite"
    case .reveal: "afficher"
    case .conceal: "masquer"
    case .find: "chercher"
    case .clear: "tout afficher"
    case .help: "toutes les touches"
    case .leave: "quitter"
    }
  }

  private static func frenchText(of group: KeyGroup) -> String {
    switch group {
    case .here: "Ici"
    case .move: "Se déplacer"
    case .edit: "Modifier"
    case .screen: "Écran"
    }
  }

  private static func frenchText(of line: KeyLine) -> String {
    switch line {
    case .tab: "Tab, Maj-Tab : suivant, précédent"
    case .upDown: "Haut, Bas : bouger, défiler"
    case .leftRight: "Gauche, Droite : onglet voisin"
    case .nextTab: "Ctrl-T : onglet suivant"
    case .pages: "Page préc., suiv. : une page"
    case .ends: "Début, Fin : premier, dernier"
    case .letters: "Lettres, / : chercher"
    case .enter: "Entrée : choisir, continuer"
    case .space: "Espace : presser, activer"
    case .deleteWord: "Ctrl-W : effacer un mot"
    case .deleteToStart: "Ctrl-U : effacer le début"
    case .undo: "Ctrl-_ : annuler"
    case .reveal: "Ctrl-R : montrer un secret"
    case .escape: "Échap : retour, annuler"
    case .copy: "c : copier un lien"
    case .mouse: "Clic, molette : presser, défiler"
    case .selection: "Maj-souris : sélectionner"
    case .release: "F2 : laisser, prendre la souris"
    case .redraw: "Ctrl-L : redessiner"
    case .suspend: "Ctrl-Z : au shell"
    case .leave: "Ctrl-C : quitter"
    }
  }
}
