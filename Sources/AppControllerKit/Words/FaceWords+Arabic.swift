import AppControllerInterface

extension FaceWords {
  static func arabicText(of word: FaceWord) -> String {
    switch word {
    case .interface: "الواجهة"
    case .tabs: "علامات التبويب"
    case .back: "رجوع"
    case .backTo(let title): "الرجوع إلى \(title)"
    case .close: "إغلاق"
    case .keep: "إبقاء"
    case .cancel: "إلغاء"
    case .image(let text): "صورة: \(text)"
    case .imageInText(let text): "[صورة: \(text)]"
    case .qrCode(let host): "رمز QR لـ \(host)"
    case .severity(.info), .severityInText(.info): "معلومة"
    case .severity(.success), .severityInText(.success): "نجاح"
    case .severity(.warning), .severityInText(.warning): "تحذير"
    case .severity(.error), .severityInText(.error): "خطأ"
    case .starting: "جارٍ البدء"
    case .loggedOut: "تم تسجيل الخروج"
    case .loggedOutWithoutScreen: "تم تسجيل خروجك. لم يتمكن التطبيق من عرض شاشته."
    case .updateNeeded: "التحديث مطلوب"
    case .needsNewerApp: "يتطلب هذا إصدارًا أحدث من التطبيق."

    case .required: "مطلوب"
    case .disabled: "غير متاح"
    case .busy: "مشغول"
    case .selected: "محدد"
    case .dialog: "مربع حوار"
    case .secret: "سري"
    case .asksFirst: "يطلب التأكيد"
    case .primary: "الإجراء الرئيسي"
    case .destructive: "يحذف"
    case .cancelling: "يلغي"

    case .suchAs(let form): "مثل \(form)"
    case .example(let value): "على سبيل المثال \(value)"
    case .between(let min, let max): "من \(min) إلى \(max)"
    case .from(let min): "ابتداءً من \(min)"
    case .upTo(let max): "حتى \(max)"
    case .empty: "فارغ"
    case .notShown: "غير معروض"
    case .notChosen: "لم يُختر شيء"
    case .hidden: "مخفي"
    case .on: "مفعّل"
    case .off: "معطّل"
    case .expanded: "مفتوح"
    case .collapsed: "مغلق"
    case .button: "زر"
    case .tab: "علامة تبويب"
    case .linkTo(let url): "رابط إلى \(url)"
    case .errorIn(let name, let error): "خطأ في \(name): \(error)"
    case .underWay: "قيد التنفيذ"
    case .timeLeft(let time): "بقي \(time)"
    case .extremes(let min, let max): "الأدنى \(min)، الأقصى \(max)"
    case .last(let value): "الأخير \(value)"
    case .position(let position, let count): "\(position) من \(count)"

    case .broken(let requirement, let label): arabicText(of: requirement, label)
    case .notANumber(let label): "\(label): القيمة ليست رقمًا"

    case .sessionEnded: "انتهت الجلسة."
    case .signedIn: "تم تسجيل الدخول."
    case .signedOut: "تم تسجيل الخروج."
    case .pleaseWait: "يرجى الانتظار."
    case .stillWaiting: "ما زال الانتظار مستمرًا."
    case .working: "جارٍ التنفيذ…"
    case .stillUnderWay: "هناك إجراء آخر قيد التنفيذ."
    case .begunAgain: "اضطر التطبيق إلى البدء من جديد."
    case .stopped: "توقف التطبيق. اضغط أي زر للبدء من جديد، ثم سجّل الخروج إن شئت."
    case .askedToOpen(let url): "طُلب من سطح المكتب فتح: \(url)"
    case .address(let url): "العنوان: \(url)"
    case .copied: "تم النسخ"
    case .sentToClipboard: "أُرسل إلى الطرفية، وقد تحفظه في حافظتها:"
    case .mouseReleased: "الفأرة للطرفية الآن. يستعيدها F2."
    case .mouseTaken: "الفأرة للتطبيق الآن. يتركها F2 للطرفية، وكذلك Shift في معظم الطرفيات."

    case .key(let key): arabicText(of: key)
    case .meaning(let meaning): arabicText(of: meaning)
    case .keySheet: "المفاتيح"
    case .keyGroup(let group): arabicText(of: group)
    case .keyLine(let line): arabicText(of: line)

    case .choose(let ways, let suggested):
      "اختر \(ways.joined(separator: "، "))\(suggested.map { " [\($0)]" } ?? ""): "
    case .numbers(let count): count == 1 ? "1" : "من 1 إلى \(count)"
    case .typeToGoBack: "b للرجوع"
    case .typeForMore: "m للمزيد"
    case .typeToFind: "/ مع كلمة للبحث"
    case .typeToLeave: "q للخروج"
    case .enter(let label, let remarks):
      label.map { "أدخل \(([$0] + remarks).joined(separator: "، ")): " } ?? "أدخل القيمة: "
    case .enterLines(let label): "أدخل \(label) في عدة أسطر تنتهي بالسطر \".\": "
    case .enterShow(let label): "اكتب show لسماع \(label ?? "السر"): "
    case .pick(let label, let isMultiple, let count):
      "اختر \(label)، \(isMultiple ? "أرقامًا" : "رقمًا") من 1 إلى \(count): "
    case .chooseHelp:
      """
      رقم أو اسم للاختيار. إدخال وحده يأخذ ما بين القوسين أو يعيد قول الشاشة. b للرجوع، m للمزيد، / مع كلمة للبحث، q للخروج.
      """
    case .enterHelp: "اكتب القيمة ثم إدخال. إدخال وحده يتابع دون تغيير."
    case .pickHelp:
      "رقم أو اسم للاختيار. m للمزيد، / مع كلمة للبحث. إدخال وحده يتابع دون جواب."
    case .nothingToGoBackTo: "لا توجد شاشة سابقة."
    case .gone(let number): "لم يعد \(number) موجودًا هنا."
    case .noNumber(let number): "لا يوجد \(number) هنا."
    case .noName: "لا شيء هنا بهذا الاسم. ? يقول ما يمكن كتابته."
    case .notUsable(let label): "\(label ?? "هذا العنصر") غير متاح الآن."
    case .chooseOption(let isMultiple, let count):
      "اختر \(isMultiple ? "رقمًا أو أكثر" : "رقمًا واحدًا") من 1 إلى \(count)، أو اضغط مفتاح الإدخال لعدم الاختيار."
    case .noMore: "لا يوجد المزيد."
    case .more(let left, let count): "بقي \(left) من \(count): m للمزيد، و/ مع كلمة للبحث."
    case .options(let count, let number):
      counted(count, "خيار واحد", "خياران", "خيارات", "خيارًا", "خيار") + (number.map { "؛ \($0) يعرضها." } ?? ".")
    case .noOptionFound: "لا يحتوي أي خيار على ذلك."
    case .nothingFound: "لا شيء هنا يحتوي على ذلك."
    case .moreFound(let count): "نتائج أخرى: \(count). الكلمة الأطول تجد أقل."
    case .changed: "تغيرت الشاشة. اضغط مفتاح الإدخال للمتابعة: "
    }
  }

  /// A count with its noun, in the form that the number asks for (CLDR, plural rules of `ar`).
  private static func counted(
    _ count: Int, _ one: String, _ two: String, _ few: String, _ many: String, _ other: String
  ) -> String {
    switch (count, count % 100) {
    case (1, _): one
    case (2, _): two
    case (_, 3...10): "\(count) \(few)"
    case (_, 11...99): "\(count) \(many)"
    case (_, _): "\(count) \(other)"
    }
  }

  private static func arabicText(of requirement: InputRule.Requirement, _ label: String) -> String {
    func characters(_ count: Int) -> String { counted(count, "حرف واحد", "حرفين", "أحرف", "حرفًا", "حرف") }
    let said =
      switch requirement {
      case .required: "هذا الحقل مطلوب"
      case .length(let min?, nil): "لا يقل عن \(characters(min))"
      case .length(nil, let max?): "لا يزيد على \(characters(max))"
      case .length(let min, let max): "من \(min ?? 0) إلى \(characters(max ?? 0))"
      case .digits: "أرقام فقط"
      case .email: "ليس عنوان بريد إلكتروني"
      case .oneOf: "ليس من الخيارات"
      case .sameAs: "القيمتان غير متطابقتين"
      case .range(nil, nil, nil): "الصيغة غير صحيحة"
      case .range(nil, nil, let step?): "يجب أن يكون من مضاعفات \(step)"
      case .range(let min, let max, let step):
        "يجب أن يكون "
          + bounds(min, max, { "من \($0) إلى \($1)" }, { "\($0) على الأقل" }, { "\($0) على الأكثر" })
          + (step.map { "، بخطوات من \($0)" } ?? "")
      case .unknown: "القيمة غير صالحة"
      }
    return "\(label): \(said)"
  }

  private static func arabicText(of key: KeyName) -> String {
    switch key {
    case .enter: "إدخال"
    case .upDown: "أعلى أسفل"
    case .leftRight: "يسار يمين"
    case .tab: "Tab"
    case .escape: "Esc"
    case .pageDown: "PgDn"
    case .controlR: "Ctrl-R"
    case .controlC: "Ctrl-C"
    }
  }

  private static func arabicText(of meaning: KeyMeaning) -> String {
    switch meaning {
    case .next: "التالي"
    case .move: "تنقّل"
    case .newLine: "سطر جديد"
    case .choose: "اختيار"
    case .press: "ضغط"
    case .open: "فتح"
    case .turnOn: "تفعيل"
    case .turnOff: "تعطيل"
    case .submit: "إرسال"
    case .show: "إظهار أو إخفاء"
    case .back: "رجوع"
    case .close: "إغلاق"
    case .cancel: "إلغاء"
    case .more: "المزيد"
    case .reveal: "إظهار"
    case .conceal: "إخفاء"
    case .find: "بحث"
    case .clear: "إظهار الكل"
    case .help: "كل المفاتيح"
    case .leave: "خروج"
    }
  }

  private static func arabicText(of group: KeyGroup) -> String {
    switch group {
    case .here: "هنا"
    case .move: "التنقّل"
    case .edit: "التحرير"
    case .screen: "الشاشة"
    }
  }

  private static func arabicText(of line: KeyLine) -> String {
    switch line {
    case .tab: "Tab، Shift-Tab: التالي، السابق"
    case .upDown: "أعلى، أسفل: تنقّل أو تمرير"
    case .leftRight: "يسار، يمين: التبويب المجاور"
    case .nextTab: "Ctrl-T: التبويب التالي"
    case .pages: "PgUp، PgDn: صفحة"
    case .ends: "Home، End: الأول، الأخير"
    case .letters: "الحروف، /: بحث"
    case .enter: "إدخال: اختيار، متابعة"
    case .space: "مسافة: ضغط، تفعيل"
    case .deleteWord: "Ctrl-W: حذف كلمة"
    case .deleteToStart: "Ctrl-U: حذف حتى البداية"
    case .undo: "Ctrl-_: تراجع"
    case .reveal: "Ctrl-R: إظهار كلمة السر"
    case .escape: "Esc: رجوع، إغلاق، إلغاء"
    case .copy: "c: نسخ رابط"
    case .mouse: "نقرة، عجلة: ضغط، تمرير"
    case .selection: "Shift-فأرة: تحديد نص"
    case .release: "F2: ترك الفأرة، أخذها"
    case .redraw: "Ctrl-L: إعادة الرسم"
    case .suspend: "Ctrl-Z: إلى الصدفة"
    case .leave: "Ctrl-C: خروج"
    }
  }
}
