from ludothek.cli.main import main

main()
