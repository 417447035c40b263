/// The lines that set variables, for the shells people have.
struct ShellExports {
    let variables: [(name: String, value: String)]

    var text: String {
        let dialects: [(title: String, line: (String, String) -> String)] = [
            ("sh, bash, zsh", { "export \($0)='\($1)'" }), ("fish", { "set -x \($0) '\($1)'" }),
            ("PowerShell", { "$env:\($0) = '\($1)'" }),
        ]
        return dialects.map { dialect in
            "# \(dialect.title)\n" + variables.map { dialect.line($0.name, $0.value) + "\n" }.joined()
        }.joined()
    }
}
